// What buyers type, and what it means. Phrases are written as `plainText` writes them.
import type { Conditions } from './conditions.ts'

/** Other names of makes. Each make is also known by its own name. */
const MAKES: Record<string, string> = {
  'Alfa Romeo': 'alfa, alpha romeo',
  'Aston Martin': 'aston',
  BMW: 'beemer, bimmer, beamer',
  Chevrolet: 'chevy',
  Citroen: 'citreon',
  'DS Automobiles': 'ds',
  Jaguar: 'jag',
  Lamborghini: 'lambo',
  'Land Rover': 'landy, landie',
  'Mercedes-Benz': 'mercedes, merc, benz, merc benz, mb',
  Mitsubishi: 'mitsi',
  Porsche: 'porker',
  'Rolls-Royce': 'rolls, roller',
  Volkswagen: 'vw, vdub, v w, volks, veedub',
  Vauxhall: 'vaux',
}

const BODIES: Record<string, string> = {
  Convertible:
    'convertible, cabriolet, cabrio, roadster, drop top, droptop, soft top, open top, spider, spyder, targa, drophead',
  Coupe: 'coupe',
  Estate: 'estate, wagon, station wagon, tourer, touring, sports tourer, sportwagon, shooting brake, avant, estate car',
  Hatchback: 'hatchback, hatch, hot hatch, hot hatchback',
  MPV: 'mpv, people carrier, people mover, minivan',
  Pickup: 'pickup, pick up, pickup truck, pick up truck, truck, double cab',
  SUV: 'suv, crossover, off roader, offroader, sport utility, soft roader',
  Saloon: 'saloon, sedan',
  Van: 'van, panel van',
}

const FUELS: Record<string, string> = {
  Petrol: 'petrol, unleaded, gasoline, gas',
  Diesel: 'diesel, derv',
  Hybrid: 'hybrid',
  Electric:
    'electric, ev, bev, fully electric, all electric, pure electric, battery electric, zero emission, zero emissions',
}

const HYBRIDS: Record<string, string> = {
  'Plug-in hybrid': 'plug in, plugin, phev, plug in hybrid, plugin hybrid',
  'Mild hybrid': 'mild hybrid, mhev',
  'Full hybrid': 'full hybrid, self charging, self charging hybrid, hev',
  'Range extender': 'range extender, rex',
}

const COLOURS: Record<string, string> = {
  Beige: 'beige, cream, champagne',
  Black: 'black',
  Blue: 'blue, navy',
  Bronze: 'bronze',
  Brown: 'brown',
  Gold: 'gold',
  Green: 'green',
  Grey: 'grey, gray, graphite',
  Orange: 'orange',
  Pink: 'pink',
  Purple: 'purple, violet',
  Red: 'red, burgundy, maroon',
  Silver: 'silver',
  White: 'white',
  Yellow: 'yellow',
}

/** Words that buyers use for the same thing. A vehicle's text must contain one of them. */
const SAME: string[][] = [
  ['satnav', 'sat nav', 'navigation'],
  ['panoramic', 'pano roof', 'panroof', 'glass roof'],
  ['apple carplay', 'carplay', 'car play'],
  ['tow bar', 'towbar', 'towing pack'],
  ['reversing camera', 'reverse camera', 'rear camera', 'parking camera'],
  ['heated seats', 'heated seat', 'heated front seats', 'heated and ventilated front seats'],
  ['full service history', 'fsh', 'full history'],
  ['m sport', 'msport'],
  ['s line', 'sline'],
  ['r line', 'rline'],
]

/** Words that say nothing about which vehicle is wanted. */
const EMPTY =
  'a, an, the, car, cars, vehicle, vehicles, motor, used, second hand, secondhand, pre owned, approved, for sale, for, sale, sales, buy, buying, in stock, in, stock, near me, near, with, and, or, any, some, find, show me, show, me, want, wanted, looking for, i, my, cheap, cheapest, best, good, nice, uk, price, priced, dealer, dealers, gearbox, transmission, engine, fuel, body, colour, coloured, please, deals'

export interface Meaning {
  label: string
  conditions: Conditions
  words?: string[]
}

const list = (names: string) => names.split(', ')
const entries = (table: Record<string, string>, meaningOf: (name: string) => Meaning): [string, Meaning][] =>
  Object.entries(table).flatMap(([name, others]) => list(others).map((other) => [other, meaningOf(name)] as const)) as [
    string,
    Meaning,
  ][]

/** The names by which a make is known, other than its own. */
export const MAKE_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries(MAKES).flatMap(([make, others]) => list(others).map((other) => [other, make] as const)),
)

export const EMPTY_PHRASES: ReadonlySet<string> = new Set(list(EMPTY))

/** "Automatic" includes semi-automatic gearboxes, which buyers call automatic too. */
const AUTOMATIC: Meaning = {
  label: 'Automatic',
  conditions: { transmission: ['Automatic', 'Semi-Automatic'] },
}
const only = (label: string, conditions: Conditions): Meaning => ({ label, conditions })
const FOUR_WHEEL_DRIVE = only('Four-wheel drive', { drivetrain: ['Four-wheel drive'] })
const ULEZ = only('Meets ULEZ', { meets_ulez: true })

export const SYNONYMS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...entries(BODIES, (body) => only(body, { body_type: [body] })),
  ...entries(FUELS, (fuel) => only(fuel, { fuel_type: [fuel] })),
  ...entries(HYBRIDS, (hybrid) => only(hybrid, { hybrid_type: [hybrid] })),
  ...entries(COLOURS, (colour) => only(colour, { colour: [colour] })),
  ...['automatic', 'auto'].map((word) => [word, AUTOMATIC] as const),
  ...['semi automatic', 'semi auto', 'semiautomatic'].map(
    (phrase) => [phrase, only('Semi-Automatic', { transmission: ['Semi-Automatic'] })] as const,
  ),
  ...['manual', 'stick shift'].map((word) => [word, only('Manual', { transmission: ['Manual'] })] as const),
  ...['4x4', '4wd', 'awd', 'four wheel drive', 'all wheel drive', '4 wheel drive', '4 x 4'].map(
    (phrase) => [phrase, FOUR_WHEEL_DRIVE] as const,
  ),
  ...['rwd', 'rear wheel drive'].map(
    (phrase) => [phrase, only('Rear-wheel drive', { drivetrain: ['Rear-wheel drive'] })] as const,
  ),
  ...['fwd', 'front wheel drive'].map(
    (phrase) => [phrase, only('Front-wheel drive', { drivetrain: ['Front-wheel drive'] })] as const,
  ),
  ...['ulez', 'ulez compliant', 'ulez free', 'ulez friendly', 'ulez exempt', 'ulez ok', 'clean air zone'].map(
    (phrase) => [phrase, ULEZ] as const,
  ),
  ...['low mileage', 'low miles'].map(
    (phrase) => [phrase, only('Up to 30,000 miles', { max_mileage: 30_000 })] as const,
  ),
  ['sports car', only('Coupe or convertible', { body_type: ['Coupe', 'Convertible'] })],
  ['family car', only('Estate, MPV or SUV', { body_type: ['Estate', 'MPV', 'SUV'] })],
  ['evoke', { label: 'Evoque', conditions: {}, words: ['evoque'] }],
  ['rangie', { label: 'Range Rover', conditions: {}, words: ['range rover'] }],
  ...SAME.flatMap((same) => same.map((phrase) => [phrase, { label: phrase, conditions: {}, words: same }] as const)),
])
