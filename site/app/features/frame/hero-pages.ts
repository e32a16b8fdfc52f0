/** Pages that start with a full-width dark picture under the header. */
export const HERO_PAGES = ['/', '/home']
