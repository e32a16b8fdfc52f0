// The known facts about a vehicle, as its page shows them. Only the server uses this file: the browser gets the words.
import {
  FACT_GROUPS,
  FACT_NAMES,
  type FactValues,
  factCalled,
  factInWords,
  factOf,
  ULEZ_CHECK,
} from '#supabase/functions/_shared/vehicle-facts.ts'
import { formatRegistration } from '#supabase/functions/_shared/vehicle-identity.ts'

export interface StoredFacts extends FactValues {
  stock_number: string
  /** The ULEZ standard, as the dealer says or as it follows from the other facts; null if it is not known. */
  meets_ulez: boolean | null
  /** The registration, if the dealer shows it to buyers. */
  vehicle_identity?: { registration: string | null } | null
}

type ShownFact = [label: string, value: string, check?: typeof ULEZ_CHECK]
export type FactGroup = [title: string, facts: ShownFact[]]

// Nothing is said about a car that may not meet the standard: buyers check with Transport for London.
const toShow = (stored: StoredFacts): FactValues => ({ ...stored, ulez: stored.meets_ulez ? 'Yes' : null })

/** The facts that a table can show, by group; groups without a known fact are left out. */
export function groupFacts(stored: StoredFacts): FactGroup[] {
  const values = toShow(stored)
  const registration = stored.vehicle_identity?.registration
  const groups = Object.entries(FACT_GROUPS).map(([group, title]): FactGroup => {
    const names = FACT_NAMES.filter((name) => factOf(name).group === group && factOf(name).type !== 'address')
    const facts = names.flatMap((name): FactGroup[1] => {
      const words = factInWords(name, values[name])
      if (words === null) return []
      return name === 'ulez' ? [[factOf(name).label, words, ULEZ_CHECK]] : [[factOf(name).label, words]]
    })
    if (group === 'history' && registration) facts.unshift(['Registration', formatRegistration(registration)])
    return [title, facts]
  })
  return groups.filter(([, facts]) => facts.length > 0)
}

/** The specifications without those that state a known fact, which would be shown twice. */
export function otherSpecifications(specifications: Record<string, string>, stored: StoredFacts) {
  const values = toShow(stored)
  const isOther = (name: string) => {
    const fact = factCalled(name)
    return !fact || factInWords(fact, values[fact]) === null
  }
  return Object.fromEntries(Object.entries(specifications).filter(([name]) => isOther(name)))
}

/** The facts in the vocabulary of schema.org. */
export function factsJsonLd(stored: StoredFacts) {
  const { colour, body_type, doors, seats, engine_cc, power_bhp, co2, previous_owners, first_registered } = stored
  const drive = { 'Front-wheel drive': 'Front', 'Rear-wheel drive': 'Rear', 'Four-wheel drive': 'Four' }[
    String(stored.drivetrain)
  ]
  const engine = {
    ...(engine_cc && { engineDisplacement: { '@type': 'QuantitativeValue', value: engine_cc, unitCode: 'CMQ' } }),
    ...(power_bhp && { enginePower: { '@type': 'QuantitativeValue', value: power_bhp, unitCode: 'BHP' } }),
  }
  return {
    sku: stored.stock_number,
    ...(colour && { color: colour }),
    ...(body_type && { bodyType: body_type }),
    ...(stored.derivative && { vehicleConfiguration: stored.derivative }),
    ...(doors && { numberOfDoors: doors }),
    ...(seats && { vehicleSeatingCapacity: seats }),
    ...(Object.keys(engine).length > 0 && { vehicleEngine: { '@type': 'EngineSpecification', ...engine } }),
    ...(drive && { driveWheelConfiguration: `https://schema.org/${drive}WheelDriveConfiguration` }),
    ...(co2 !== null && { emissionsCO2: co2 }),
    ...(stored.euro_standard && { meetsEmissionStandard: `Euro ${stored.euro_standard}` }),
    ...(previous_owners !== null && { numberOfPreviousOwners: previous_owners }),
    ...(first_registered && { dateVehicleFirstRegistered: first_registered }),
  }
}
