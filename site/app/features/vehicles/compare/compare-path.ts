/** Where a car's own page leads: scripts continue the comparison that was begun on this device. */
export const addToComparePath = (id: string) => `/compare?add=${id}`
