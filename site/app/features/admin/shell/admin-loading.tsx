import { Spinner } from '#app/components/ui/spinner.tsx'

export function AdminLoading() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-page text-quiet">
      <Spinner label={null} />
      <p role="status">Loading...</p>
    </main>
  )
}
