import { AUTH_STORAGE_KEY } from '#app/lib/backend-address.ts'
import { CONSENT_KEY } from '#app/lib/consent.ts'

/** Set when the banner is closed without an answer, so that it stays hidden for this visit only. */
export const BANNER_CLOSED_KEY = 'cookie_banner_closed'

// The server sends every visitor the same page. This script runs before the first paint and sets attributes on <html>,
// so that the stylesheet shows LOGIN or LOGOUT and the cookie banner without a flash. Its text is static, so the
// content security policy can allow it by its hash. Only the server needs the text, to write it into the page.
export const BEFORE_PAINT_SCRIPT = import.meta.env.SSR
  ? `(function(h){
function read(s,k){try{return window[s].getItem(k)}catch(e){return null}}
var a=/^(accepted|declined)$/,c=read('localStorage','${CONSENT_KEY}');
if(!a.test(c))c=(/(?:^|; )${CONSENT_KEY}=([^;]*)/.exec(document.cookie)||[])[1];
h.dataset.session=read('localStorage','${AUTH_STORAGE_KEY}')?'signed-in':'guest';
h.dataset.consent=a.test(c)?c:read('sessionStorage','${BANNER_CLOSED_KEY}')?'closed':'unasked';
})(document.documentElement)`
  : ''
