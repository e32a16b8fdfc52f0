import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  // Storefront: public, server-rendered, indexable
  layout('routes/storefront/layout.tsx', [
    index('routes/storefront/home.tsx'),
    route('home', 'routes/storefront/home.tsx', { id: 'home-alias' }),
    route('vehicles', 'routes/storefront/vehicle-list.tsx'),
    // What visitors type into search engines
    ...['make/:make', 'make/:make/:model', 'body/:body', 'fuel/:fuel', 'under/:pounds'].map((path) =>
      route(`vehicles/${path}`, 'routes/storefront/vehicle-landing.tsx', { id: path }),
    ),
    route('vehicles/:id', 'routes/storefront/vehicle-detail.tsx'),
    route('vehicles/:id/enquiry', 'routes/storefront/enquiry.tsx'),
    route('vehicles/:id/test-drive', 'routes/storefront/test-drive.tsx'),
    route('compare', 'routes/storefront/compare.tsx'),
    route('saved-vehicles', 'routes/storefront/saved-vehicles.tsx'),
    route('alerts/new', 'routes/storefront/alert-new.tsx'),
    route('alerts/:token', 'routes/storefront/alerts.tsx'),
    route('contact', 'routes/storefront/contact.tsx'),
    route('guides', 'routes/storefront/guides.tsx'),
    route('guides/:slug', 'routes/storefront/guide.tsx'),
    route('about', 'routes/storefront/about.tsx'),
    route('faq', 'routes/storefront/faq.tsx'),
    route('privacy-policy', 'routes/storefront/privacy-policy.tsx'),
    route('terms-of-service', 'routes/storefront/terms-of-service.tsx'),
    route('cookie-policy', 'routes/storefront/cookie-policy.tsx'),

    // Sign-in
    route('auth', 'routes/auth/auth.tsx'),
    route('auth/confirm', 'routes/auth/confirm.tsx'),
    route('auth/choose-password', 'routes/auth/choose-password.tsx'),
    route('auth/second-step', 'routes/auth/second-step.tsx'),
    route('auth/set-up-two-steps', 'routes/auth/set-up-two-steps.tsx'),
    route('forgot-password', 'routes/auth/forgot-password.tsx'),

    // Customer area: signed-in users
    layout('routes/account/layout.tsx', [
      route('dashboard', 'routes/account/dashboard.tsx'),
      route('dashboard/account', 'routes/account/account.tsx'),
    ]),

    // Everything else: 404 with a link home
    route('*', 'routes/storefront/not-found.tsx'),
  ]),

  // Back office: staff
  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/dashboard.tsx'),
    route('dashboard', 'routes/admin/dashboard.tsx', { id: 'admin-dashboard' }),
    route('vehicles', 'routes/admin/vehicles.tsx'),
    route('vehicles/add', 'routes/admin/vehicle-add.tsx'),
    route('vehicles/edit/:id', 'routes/admin/vehicle-edit.tsx'),
    route('makes', 'routes/admin/makes.tsx'),
    route('enquiries', 'routes/admin/enquiries.tsx', [
      route('add', 'routes/admin/enquiry-add.tsx'),
      route(':kind/:id', 'routes/admin/enquiry.tsx'),
    ]),
    route('enquiries/:kind/:id/full', 'routes/admin/lead.tsx'),
    route('people', 'routes/admin/people.tsx'),
    route('people/:id', 'routes/admin/person.tsx'),
    route('customers', 'routes/admin/customers.tsx'),
    route('what-to-buy', 'routes/admin/what-to-buy.tsx'),
    route('staff', 'routes/admin/staff.tsx'),
    route('activity', 'routes/admin/activity.tsx'),
    route('sold-vehicles', 'routes/admin/sold-vehicles.tsx'),
    route('seed-data', 'routes/admin/seed-data.tsx'),
    route('settings', 'routes/admin/settings-layout.tsx', [
      index('routes/admin/settings.tsx'),
      route('notifications', 'routes/admin/settings-notifications.tsx'),
      route('email', 'routes/admin/settings-email.tsx'),
      route('guides', 'routes/admin/settings-guides.tsx'),
      route(':tab', 'routes/admin/settings-tab.tsx'),
    ]),
    route('settings/guides/:id', 'routes/admin/guide-edit.tsx'),
    route('status', 'routes/admin/status.tsx'),
    route('account', 'routes/admin/account.tsx'),
    route('help', 'routes/admin/help.tsx'),
    route('*', 'routes/admin/not-found.tsx'),
  ]),

  // Preview of a public page with unpublished settings, for admins
  route('admin/preview', 'routes/storefront/preview.ts'),

  // Read by the filters and the search box
  route('vehicles/count', 'routes/storefront/vehicle-count.ts'),
  route('vehicles/suggest', 'routes/storefront/vehicle-suggest.ts'),

  // Plain text
  route('third-party-notices', 'routes/storefront/third-party-notices.ts'),

  // For search engines
  route('sitemap.xml', 'routes/storefront/sitemap-xml.ts'),
  route('robots.txt', 'routes/storefront/robots-txt.ts'),

  // The dealer's icons, at the usual paths
  ...['favicon.ico', 'apple-touch-icon.png', 'apple-touch-icon-precomposed.png'].map((name) =>
    route(name, 'routes/storefront/icon.ts', { id: name }),
  ),
] satisfies RouteConfig
