// The storefront's requests: see site/app/features/vehicles/vehicle-queries.ts.

const ROW = 'id,make,model,year,price,mileage,fuel_type,transmission,featured,sold,card'
const NEWEST = 'created_at.desc,id.asc'

const londonDay = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())

/** Every request has these headers and the publishable key. */
export function requestsFor(headers) {
  const page = (filters, order = NEWEST) =>
    `/rest/v1/searched_vehicles?select=${ROW}&listed_until=gte.${londonDay()}${filters}&order=${order}&offset=0&limit=20`
  const counted = (filters, order) => ({ path: page(filters, order), headers: { ...headers, Prefer: 'count=exact' } })
  const words = (...found) => found.map((word) => `&search=like.*${word.length < 3 ? '%20' : ''}${word}*`).join('')
  return {
    list: [{ path: page('').replace(ROW, `${ROW},total`), headers }],
    options: [{ path: '/rest/v1/rpc/find_filter_options', headers }],
    /** The same list from the four tables, as requested from other servers. */
    parts: [{ path: partsPath(), headers: { ...headers, Prefer: 'count=exact' } }],
    mix: {
      'make Audi': counted('&make=eq.Audi'),
      'make and model': counted('&make=eq.Volvo&model=eq.Quartz'),
      'Diesel, manual': counted('&fuel_type=eq.Diesel&transmission=eq.Manual'),
      'up to £50,000 (half of all)': counted('&price=lte.50000'),
      '£20,000 to £25,000, cheapest first': counted('&price=gte.20000&price=lte.25000', 'price.asc,id.asc'),
      'from 2020, up to 30,000 miles': counted('&year=gte.2020&mileage=lte.30000'),
      'Petrol from 2015, newest year first': counted('&fuel_type=eq.Petrol&year=gte.2015', 'year.desc,id.asc'),
      'search "bmw"': counted(words('bmw')),
      'search "audi quattro 2021"': counted(words('audi', 'quattro', '2021')),
      'search "barnfind" (1 in 1,000)': counted(words('barnfind')),
      'search "history" (a third), up to £20,000': counted(`${words('history')}&price=lte.20000`),
      'search "warranty" (half of all)': counted(words('warranty')),
      'search "gt" (two letters)': counted(words('gt')),
      'search "zzyzx" (none)': counted(words('zzyzx')),
    },
  }
}

const PARTS =
  '*,vehicle_images!inner(image_url,is_primary,display_order),vehicle_features(feature),vehicle_specifications(spec_key,spec_value)'

export const partsPath = () =>
  `/rest/v1/vehicles?select=${PARTS}&or=(sold.eq.false,sold_expiry_date.gte.${londonDay()})&order=${NEWEST}&limit=20`
