import { PUBLIC_OBJECTS, VEHICLE_BUCKET } from '../../../../supabase/functions/_shared/picture-variants.ts'

/**
 * In SQL, of a row of vehicle_images: whether it shows the picture of this name, an expression. Found by the index of hashes. A space is
 * the one character in names that addresses are known to write differently.
 */
export function isAddressOf(name: string): string {
  const address = `'${PUBLIC_OBJECTS}${VEHICLE_BUCKET}/' || ${name}`
  const spellings = [address, `replace(${address}, ' ', '%20')`]
  const hashes = spellings.map((spelling) => `hashtextextended(${spelling}, 0)`)
  return `hashtextextended(image_url, 0) in (${hashes}) and image_url in (${spellings})`
}
