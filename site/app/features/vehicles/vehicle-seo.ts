import { absoluteUrl } from '#app/lib/absolute-url.ts'
import { isRendered, sharedPictureUrl } from '#app/lib/image-url.ts'
import { formatMiles, formatPrice } from '#app/lib/money.ts'
import { breadcrumbs, type PageSeo, type siteOf } from '#app/lib/seo.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { SHARED_PICTURE } from '#supabase/functions/_shared/picture-variants.ts'
import { shareCardPath } from '#supabase/functions/_shared/share-card.ts'
import { readSpecification, SPECIFICATION } from '#supabase/functions/_shared/specifications.ts'
import type { factsJsonLd } from './vehicle-facts.ts'

export const VEHICLE_NOT_FOUND_SEO: PageSeo = {
  title: 'Vehicle Not Found',
  description: 'We don’t have this vehicle in stock.',
  noIndex: true,
}

type Site = ReturnType<typeof siteOf>

const path = (vehicle: Vehicle) => `/vehicles/${vehicle.id}`

interface Described {
  vehicle: Vehicle
  carData: ReturnType<typeof factsJsonLd>
}

export function vehicleSeo({ vehicle, carData }: Described, site: Site): PageSeo {
  const { year, title, price, mileage, fuelType, transmission } = vehicle
  return {
    title: `${title}, ${year}${vehicle.sold ? ' (sold)' : ''}`,
    description: `${title}, ${year}, ${formatMiles(mileage)}, ${fuelType.toLowerCase()}, ${transmission.toLowerCase()}: ${formatPrice(price).toLowerCase()} at ${site.companyName}${site.inTown}.`,
    path: path(vehicle),
    ...pictureOf(vehicle, site),
    type: 'product',
    jsonLd: import.meta.env.SSR ? vehicleJsonLd({ vehicle, carData }, site) : undefined,
  }
}

const vehicleJsonLd = ({ vehicle, carData }: Described, site: Site) => [
  { ...toCar(vehicle, site), ...carData },
  breadcrumbs(site.siteUrl, [
    ['Vehicles', '/vehicles'],
    [vehicle.title, path(vehicle)],
  ]),
]

type Picture = Pick<PageSeo, 'image' | 'imageSize' | 'imageAlt'>

/**
 * The card that the server draws from the photograph, title and price, or the dealer's own picture if there is no
 * photograph.
 */
function pictureOf(vehicle: Vehicle, { siteUrl, companyName, accentColour, makesPictures }: Site): Picture {
  const { title, year, mileage, price, sold, image } = vehicle
  if (!image) return {}
  if (!makesPictures || !isRendered(image)) return { image: sharedPictureUrl(image, siteUrl), imageAlt: title }
  const card = { title, year, mileage, price, sold, photo: image, dealer: companyName, accent: accentColour }
  return {
    image: absoluteUrl(siteUrl, shareCardPath(vehicle.id, card)),
    imageSize: SHARED_PICTURE,
    imageAlt: `${title}, ${year}, ${sold ? 'sold' : formatPrice(price)}`,
  }
}

const availability = ({ sold, isReserved }: Vehicle) =>
  sold ? 'SoldOut' : isReserved ? 'LimitedAvailability' : 'InStock'

function toCar(vehicle: Vehicle, { siteUrl, companyName }: { siteUrl: string; companyName: string }) {
  const colour = readSpecification(vehicle.specifications, SPECIFICATION.colour)
  const bodyType = readSpecification(vehicle.specifications, SPECIFICATION.bodyType)
  const description = vehicle.description.trim()
  return {
    '@type': 'Car',
    name: vehicle.title,
    ...(description && { description }),
    url: `${siteUrl}${path(vehicle)}`,
    image: vehicle.images.map((image) => {
      const url = new URL(image, siteUrl).href
      const caption = vehicle.captions?.[image]
      return caption ? { '@type': 'ImageObject', url, caption } : url
    }),
    brand: { '@type': 'Brand', name: vehicle.make },
    manufacturer: { '@type': 'Organization', name: vehicle.make },
    model: vehicle.model,
    vehicleModelDate: String(vehicle.year),
    mileageFromOdometer: { '@type': 'QuantitativeValue', value: vehicle.mileage, unitCode: 'SMI' },
    fuelType: vehicle.fuelType,
    vehicleTransmission: vehicle.transmission,
    ...(colour && { color: colour }),
    ...(bodyType && { bodyType }),
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      '@type': 'Offer',
      ...(vehicle.price !== null && { price: vehicle.price, priceCurrency: 'GBP' }),
      availability: `https://schema.org/${availability(vehicle)}`,
      itemCondition: 'https://schema.org/UsedCondition',
      url: `${siteUrl}${path(vehicle)}`,
      seller: { '@type': 'AutoDealer', name: companyName },
    },
  }
}
