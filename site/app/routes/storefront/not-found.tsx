import { data } from 'react-router'
import { NotFoundScreen } from '#app/features/frame/not-found-screen.tsx'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/not-found'

export const loader = () => data(null, { status: 404 })

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Page not found', description: 'There’s no page at this address.', noIndex: true })
}

export default NotFoundScreen
