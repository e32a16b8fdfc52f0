import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

const TYPING_PAUSE_MS = 250

interface SearchBoxProps {
  label: string
  value: string
  onSearch(term: string): void
}

/** Searches as the user types. Pressing `/` anywhere on the screen focuses the box. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const searched = useRef(value)

  // A search term that was not typed here was set by something else, such as the back button or "Show all".
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    if (text === searched.current) return
    const timer = setTimeout(() => {
      searched.current = text
      onSearch(text)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])

  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog')
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', focusOnSlash)
    return () => document.removeEventListener('keydown', focusOnSlash)
  }, [])

  return (
    <div className="relative min-w-0 flex-1 sm:max-w-sm">
      <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-quiet" strokeWidth={1.5} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        className="field-control pl-9 pr-9 text-sm"
      />
      {!text && (
        <kbd
          aria-hidden
          className="absolute top-1/2 right-3 hidden -translate-y-1/2 border border-hairline px-1.5 text-quiet text-xs lg:block"
        >
          /
        </kbd>
      )}
    </div>
  )
}
