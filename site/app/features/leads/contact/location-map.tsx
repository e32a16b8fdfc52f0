import { Map as MapIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { useConsent } from '#app/lib/consent.ts'

/** Google sees the IP address of everyone who loads its map, so the iframe waits for consent or a click. */
export function LocationMap({ address }: { address: string }) {
  const consent = useConsent()
  const [isWanted, setWanted] = useState(false)
  const query = encodeURIComponent(address)

  return (
    <section aria-label="Map" className="relative h-[24rem] border-y border-hairline bg-sunken md:h-[28rem]">
      {consent === 'accepted' || isWanted ? (
        <iframe
          title={`Map of ${address}`}
          src={`https://www.google.com/maps?q=${query}&output=embed`}
          className="size-full border-0"
          loading="lazy"
          referrerPolicy="no-referrer-when-downgrade"
        />
      ) : (
        <div className="grid h-full place-content-center justify-items-center gap-4 px-6 text-center">
          <MapIcon aria-hidden className="size-9 text-brass" strokeWidth={1} />
          <p className="display text-xl">{address}</p>
          <p className="max-w-[44ch] text-sm text-quiet">
            The map comes from Google, which will see your IP address when the map loads.
          </p>
          <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
            <Button variant="hairline" onClick={() => setWanted(true)}>
              Show map
            </Button>
            <TextLink
              href={`https://www.google.com/maps/search/?api=1&query=${query}`}
              target="_blank"
              rel="noreferrer"
            >
              Open in Google Maps
            </TextLink>
          </div>
        </div>
      )}
    </section>
  )
}
