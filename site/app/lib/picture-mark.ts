import type { Vehicle } from './vehicle.ts'

/** The word on the picture of a vehicle that has not been sold. In a file of its own, because every page loads it. */
export const pictureMark = ({ isReserved, featured }: Pick<Vehicle, 'isReserved' | 'featured'>) =>
  isReserved ? 'Reserved' : featured && 'Featured'
