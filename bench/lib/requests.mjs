// The storefront's requests: see site/app/features/vehicles/vehicle-queries.ts and vehicle-search.server.ts.

const ROW = 'id,make,model,year,price,mileage,fuel_type,transmission,featured,sold,card'
const NEWEST = 'created_at.desc,id.asc'

const londonDay = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())

/** Every request has these headers and the publishable key. */
export function requestsFor(headers) {
  const page = (filters, order = NEWEST) =>
    `/rest/v1/searched_vehicles?select=${ROW}&listed_until=gte.${londonDay()}${filters}&order=${order}&offset=0&limit=20`
  const counted = (filters, order) => ({ path: page(filters, order), headers: { ...headers, Prefer: 'count=exact' } })
  /** What the site makes of a search: `wanted` was understood, and `words` were not. */
  const search = (text, { wanted = {}, words = [], filters = {}, page = 1 } = {}) => {
    const query = { filters, wanted, words: words.map((word) => [word]), text, pieces: text.split(' ') }
    const path = `/rest/v1/rpc/search_vehicles?_search=${encodeURIComponent(JSON.stringify(query))}`
    return { path: `${path}&_sort=best_match&_offset=${(page - 1) * 20}&_limit=20`, headers }
  }
  /** For the numbers beside the filters' options. */
  const counts = (query) => ({
    path: `/rest/v1/rpc/count_vehicle_options?_search=${encodeURIComponent(JSON.stringify(query))}`,
    headers,
  })
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
      'search "bmw"': search('bmw', { wanted: { make: ['BMW'] } }),
      'search "audi quattro 2021"': search('audi quattro 2021', {
        wanted: { make: ['Audi'], min_year: 2021, max_year: 2021 },
        words: ['quattro'],
      }),
      'search "electric under 20k"': search('electric under 20k', {
        wanted: { fuel_type: ['Electric'], max_price: 20_000 },
      }),
      'search "automatic"': search('automatic', { wanted: { transmission: ['Automatic', 'Semi-Automatic'] } }),
      'search "volvo quartz"': search('volvo quartz', { wanted: { make: ['Volvo'], model: ['Quartz'] } }),
      'search "2019 or newer"': search('2019 or newer', { wanted: { min_year: 2019 } }),
      'search "7 seater"': search('7 seater', { wanted: { seats: [7] } }),
      'search "bmw estate"': search('bmw estate', {
        wanted: { make: ['BMW'], body_type: ['Estate'] },
      }),
      'search "barnfind" (1 in 1,000)': search('barnfind', { words: ['barnfind'] }),
      'search "history" (a third), up to £20,000': search('history', {
        words: ['history'],
        filters: { max_price: 20_000 },
      }),
      'search "warranty" (half of all)': search('warranty', { words: ['warranty'] }),
      'search "warranty", page 400': search('warranty', { words: ['warranty'], page: 400 }),
      'search "gt" (two letters)': search('gt', { words: ['gt'] }),
      'search "zzyzx" (none)': search('zzyzx', { words: ['zzyzx'] }),
      'search "mw" (inside names)': search('mw', { words: ['mw'] }),
      'search "%" (none)': search('%', { words: ['%'] }),
      'suggestions for "volv"': { path: '/vehicles/suggest?q=volv', headers },
      'suggestions for "qqqq zzzz" (none)': { path: '/vehicles/suggest?q=qqqq+zzzz', headers },
      'counts of the filters, none chosen': counts({}),
      'counts of the filters: Audi, up to £20,000': counts({ filters: { make: ['Audi'], max_price: 20_000 } }),
      'counts of the filters: "history"': counts({ words: [['history']], text: 'history', pieces: ['history'] }),
    },
  }
}

const PARTS =
  '*,vehicle_images!inner(image_url,is_primary,display_order),vehicle_features(feature),vehicle_specifications(spec_key,spec_value)'

export const partsPath = () =>
  `/rest/v1/vehicles?select=${PARTS}&or=(sold.eq.false,sold_expiry_date.gte.${londonDay()})&order=${NEWEST}&limit=20`
