/** Hands the browser a text to save as a file. */
export function downloadFile(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  // Revoked at once, some browsers would find nothing left to save.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
