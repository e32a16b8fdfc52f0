/** Everything that the site stores in a browser. '…' stands for the rest of a name. */
export const STORED = [
  {
    name: 'cookie_consent',
    where: 'Cookie and local storage',
    purpose: 'Remembers your answer to the cookie banner',
    kept: '1 year',
  },
  {
    name: 'cookie_banner_closed',
    where: 'Session storage',
    purpose: 'Remembers that you closed the banner',
    kept: 'This visit',
  },
  { name: 'forecourt-auth', where: 'Local storage', purpose: 'Keeps you signed in', kept: 'Until you log out' },
  {
    name: 'forecourt-provider',
    where: 'Session storage',
    purpose: 'Recognises you when you return from signing in with Google, Apple or Microsoft',
    kept: 'Until you return',
  },
  {
    name: 'provider-flow',
    where: 'Cookie',
    purpose: 'Recognises your browser when you return from signing in with Google, Apple or Microsoft',
    kept: '10 minutes',
  },
  {
    name: 'device-…',
    where: 'Cookie',
    purpose: 'Lets you sign in even while someone else is trying to guess your password',
    kept: '180 days after you sign in',
  },
  {
    name: 'saved_vehicles',
    where: 'Local storage',
    purpose: 'Stores the vehicles you’ve saved',
    kept: 'Until you remove them, or log out of the account that they’re saved to',
  },
  {
    name: 'saved_vehicles_account',
    where: 'Local storage',
    purpose: 'Keeps your saved vehicles the same on all your devices while you’re signed in',
    kept: 'Until you log out',
  },
  {
    name: 'forecourt-compared',
    where: 'Local storage',
    purpose: 'Keeps the cars that you’re comparing while you choose the next one',
    kept: 'Until you remove them',
  },
  {
    name: 'draft:…',
    where: 'Session storage',
    purpose: 'Keeps what you’ve typed into a form if the page reloads or the connection drops',
    kept: 'Until you send the form, log out or end your visit',
  },
  {
    name: 'lastViewedVehicleId',
    where: 'Session storage',
    purpose: 'Takes you back to your place in the list',
    kept: 'This visit',
  },
  {
    name: 'lastVehicleList',
    where: 'Session storage',
    purpose: 'Remembers the filters you used in the vehicle list',
    kept: 'This visit',
  },
  {
    name: 'remix-router-transitions',
    where: 'Session storage',
    purpose: 'Smooths the transition when you go back a page',
    kept: 'This visit',
  },
  {
    name: 'react-router-manifest-version',
    where: 'Session storage',
    purpose: 'Reloads a page once after the site has been updated',
    kept: 'Until the page reloads',
  },
  {
    name: 'forecourt-draft-…',
    where: 'Local storage',
    purpose: 'Keeps our staff’s unsaved changes',
    kept: 'Until the changes are saved or discarded',
  },
  {
    name: 'forecourt-scroll-…',
    where: 'Session storage',
    purpose: 'Takes you back to your place on a page',
    kept: 'This visit',
  },
] as const
