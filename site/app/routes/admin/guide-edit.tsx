import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Alert } from '#app/components/ui/alert.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { PageForm } from '#app/features/admin/pages/page-form.tsx'
import { writtenPage } from '#app/features/admin/pages/page-queries.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { randomId } from '#app/lib/random-id.ts'
import AdminNotFoundPage from './not-found.tsx'

export const meta = () => [{ title: 'Guide | Back office' }]

const LIST = '/admin/settings/guides'
const NEW = 'add'

/** One guide, or one text for a list of cars. */
export default function AdminGuidePage() {
  const { id = NEW } = useParams()
  return <OnePage key={id} id={id} />
}

function OnePage({ id }: { id: string }) {
  const isNew = id === NEW
  const navigate = useNavigate()
  const [newId] = useState(randomId)
  const { data, isError, refetch } = useQuery({ ...writtenPage(id), enabled: !isNew })
  if (data === null) return <AdminNotFoundPage />
  return (
    <>
      <TextLink to={LIST} className="mb-4 text-quiet text-sm">
        <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} /> Back to Guides
      </TextLink>
      <ScreenHeader title={isNew ? 'Write a page' : 'Edit page'} note={data?.path} />
      {isNew || data ? (
        <PageForm
          id={isNew ? newId : id}
          page={data ?? null}
          onSaved={(page) => isNew && void navigate(`${LIST}/${page.id}`, { replace: true })}
          onDeleted={() => void navigate(LIST, { replace: true })}
        />
      ) : isError ? (
        <Alert tone="danger" className="max-w-3xl" title="We couldn’t load this page">
          <button type="button" className="underline" onClick={() => void refetch()}>
            Try again
          </button>
        </Alert>
      ) : (
        <Skeleton aria-busy className="h-[520px] max-w-3xl" />
      )}
    </>
  )
}
