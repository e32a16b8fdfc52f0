import { formatPrice } from '../../../supabase/functions/_shared/money.ts'
import { PUBLIC_OBJECTS, pictureQuery } from '../../../supabase/functions/_shared/picture-variants.ts'
import type { Queryable } from '../db/database.ts'

/** The vehicle that a lead is about. */
export interface MailVehicle {
  id: string
  title: string
  /** The path of a variant of its first picture, or null. */
  picture: string | null
  /** £41,995; null once the vehicle is sold, or if buyers have to ask for it. */
  price: string | null
}

const UUID = /^[0-9a-f-]{36}$/

/** Null if the email is not about a vehicle, or if the vehicle has been deleted or made a draft since. */
export async function findMailVehicle(db: Queryable, data: Record<string, unknown>): Promise<MailVehicle | null> {
  const { vehicleId } = data
  if (typeof vehicleId !== 'string' || !UUID.test(vehicleId)) return null
  const { rows } = await db.query<{
    id: string
    title: string
    price: number | null
    sold: boolean
    image: string | null
  }>(
    `select id, title, case when not price_on_application then price::float8 end as price, sold, (
       select image_url from public.vehicle_images
       where vehicle_id = id order by is_primary desc, display_order limit 1
     ) as image from public.vehicles where id = $1 and not hidden`,
    [vehicleId],
  )
  const vehicle = rows[0]
  if (!vehicle) return null
  const { id, title, price, sold, image } = vehicle
  return { id, title, picture: variantOf(image), price: sold || price === null ? null : formatPrice(price) }
}

/**
 * Mail programs that do not say which formats they know get a JPEG. Pictures on other sites are left out, because those
 * sites would learn who reads the email.
 */
function variantOf(image: string | null): string | null {
  if (!image?.startsWith(PUBLIC_OBJECTS)) return null
  const path = image.replace('/object/public/', '/render/image/public/')
  return `${path}?${pictureQuery({ width: 1200, height: null })}`
}
