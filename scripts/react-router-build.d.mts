export const PRODUCTION_ROUTER: Record<'react-router' | 'react-router/dom', string>
