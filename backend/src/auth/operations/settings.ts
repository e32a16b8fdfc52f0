import type { Operation } from '../services.ts'

const PROVIDERS = [
  ...['apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab'],
  ...['google', 'kakao', 'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'slack', 'slack_oidc'],
  ...['snapchat', 'spotify', 'twitch', 'twitter', 'workos', 'zoom'],
]

export const showSettings: Operation =
  ({ settings }) =>
  (c) =>
    c.json({
      external: {
        ...Object.fromEntries(PROVIDERS.map((name) => [name, Object.hasOwn(settings.providers, name)])),
        anonymous_users: settings.external.anonymous,
        email: settings.external.email,
        phone: settings.external.phone,
      },
      disable_signup: settings.disableSignup,
      mailer_autoconfirm: settings.mailer.autoconfirm,
      phone_autoconfirm: settings.sms.autoconfirm,
      sms_provider: settings.sms.twilio ? 'twilio' : '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    })
