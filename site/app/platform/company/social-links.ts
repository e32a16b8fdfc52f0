/** Where the dealer is found elsewhere. */
export const SOCIAL_LINKS = [
  { name: 'Instagram', href: 'https://www.instagram.com/haldenrowe' },
  { name: 'Facebook', href: 'https://www.facebook.com/haldenrowe' },
  { name: 'YouTube', href: 'https://www.youtube.com/@haldenrowe' },
] as const
