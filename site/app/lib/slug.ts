const ACCENTS = /\p{M}/gu

/** Text as a part of a URL: Mercedes-Benz becomes mercedes-benz, Citroën becomes citroen. */
export const toSlug = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
