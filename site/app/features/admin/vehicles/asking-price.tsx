import { formatPrice } from '#app/lib/money.ts'

interface AskingPriceProps {
  vehicle: { asking_price: number | null; price_on_application: boolean }
  /** For the words after a price on application. */
  className?: string
}

/** The price that staff see; buyers may have to ask for it. */
export const AskingPrice = ({ vehicle, className }: AskingPriceProps) => (
  <>
    {formatPrice(vehicle.asking_price)}
    {vehicle.price_on_application && <span className={className}> on application</span>}
  </>
)
