/** Downloads text, in one or several parts, as a file. */
export function downloadFile(name: string, text: string | string[], type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text].flat(), { type }))
  link.download = name
  link.click()
  // The URL is revoked later, because some browsers have not read the file at this point.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
