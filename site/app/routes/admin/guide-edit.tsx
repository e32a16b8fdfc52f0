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
  const [newId] = useState(randomId)
  const isNew = id === NEW
  const pageId = isNew ? newId : id
  // The key of a new page stays the same when it gets an address of its own, so that its form stays open.
  return <OnePage key={pageId} id={pageId} isNew={isNew} />
}

function OnePage({ id, isNew }: { id: string; isNew: boolean }) {
  const navigate = useNavigate()
  // Once the form is open it stays, so that no text is lost if the page is deleted elsewhere.
  const [isOpen, setOpen] = useState(isNew)
  const { data, isError, refetch } = useQuery({ ...writtenPage(id), enabled: !isOpen })
  if (data && !isOpen) setOpen(true)
  if (data === null && !isOpen) return <AdminNotFoundPage />
  return (
    <>
      <TextLink to={LIST} className="mb-4 text-quiet text-sm">
        <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} /> Back to Guides
      </TextLink>
      <ScreenHeader title={isNew ? 'Write a page' : 'Edit page'} note={data?.path} />
      {isOpen ? (
        <PageForm
          id={id}
          opened={data ?? null}
          onSaved={() => isNew && void navigate(`${LIST}/${id}`, { replace: true })}
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
