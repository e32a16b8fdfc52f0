import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#app/platform/session/session.tsx'
import { type Destination, findScreens } from './destinations.ts'
import { MIN_LETTERS, searchOffice } from './palette-queries.ts'

const TYPING_PAUSE_MS = 200

interface Group {
  title: string
  items: Destination[]
}

/** Goes to any screen, and finds any vehicle, person, customer or lead. */
export default function Palette({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const q = usePaused(text)
  const { isAdmin } = useSession()
  const { data, isFetching, isError } = useQuery(searchOffice(q, isAdmin))
  const navigate = useNavigate()
  const listId = useId()

  const isSearch = text.trim().length >= MIN_LETTERS
  const found = isSearch && data
  const groups: Group[] = [
    { title: 'Vehicles', items: found ? found.vehicles : [] },
    { title: 'People', items: found ? found.people : [] },
    { title: 'Customers', items: found ? found.customers : [] },
    { title: 'Enquiries', items: found ? found.leads : [] },
    { title: 'Go to', items: findScreens(text, isAdmin) },
  ].filter(({ items }) => items.length > 0)
  const all = groups.flatMap(({ items }) => items)
  const current = Math.min(active, all.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  const go = ({ to }: Destination) => {
    onClose()
    void navigate(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((current + step + all.length) % Math.max(all.length, 1))
    else if (event.key === 'Enter' && all[current]) go(all[current])
    else return
    event.preventDefault()
  }
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, current])

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-veil fixed inset-0 z-50" />
        <Radix.Content
          aria-describedby={undefined}
          className="dialog-panel fixed inset-x-4 top-[10dvh] z-50 mx-auto flex max-h-[min(80dvh,36rem)] max-w-xl flex-col border border-line bg-raised text-ink shadow-2xl outline-none"
        >
          <Radix.Title className="sr-only">Find or go to</Radix.Title>
          <div className="relative border-hairline border-b">
            <Search
              aria-hidden
              className="absolute top-1/2 left-4 size-4 -translate-y-1/2 text-quiet"
              strokeWidth={1.5}
            />
            <input
              type="text"
              role="combobox"
              aria-label="Find a vehicle, a person or a screen"
              aria-expanded
              aria-controls={listId}
              aria-activedescendant={current >= 0 ? optionId(current) : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              placeholder="Find a vehicle, a person or a screen"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setActive(0)
              }}
              onKeyDown={onKeyDown}
              className="h-14 w-full bg-transparent pr-4 pl-11 outline-none"
            />
          </div>
          <div id={listId} role="listbox" aria-label="Results" className="overflow-y-auto py-2">
            {groups.map(({ title, items }) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a listbox
              <div key={title} role="group" aria-label={title}>
                <p aria-hidden className="overline-text px-4 pt-3 pb-1">
                  {title}
                </p>
                {items.map((item) => {
                  const index = all.indexOf(item)
                  return (
                    <Option
                      key={item.to}
                      id={optionId(index)}
                      item={item}
                      isActive={index === current}
                      onHover={() => setActive(index)}
                      onChoose={() => go(item)}
                    />
                  )
                })}
              </div>
            ))}
          </div>
          <p role="status" className="border-hairline border-t px-4 py-2.5 text-quiet text-xs empty:hidden">
            {isSearch && resultWords(all.length, isFetching || q !== text, isError)}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function resultWords(count: number, isSearching: boolean, isError: boolean): string {
  if (isSearching) return 'Searching…'
  if (isError) return 'We couldn’t search just now. You can still go to any screen.'
  if (count === 0) return 'Nothing found.'
  return count === 1 ? '1 result' : `${count} results`
}

interface OptionProps {
  id: string
  item: Destination
  isActive: boolean
  onHover(): void
  onChoose(): void
}

function Option({ id, item, isActive, onHover, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the text field, which handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseMove={onHover}
      onClick={onChoose}
      className={clsx('flex min-h-11 cursor-pointer items-center gap-4 px-4 py-1.5 text-sm', isActive && 'bg-ink/8')}
    >
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.detail && <span className="max-w-[50%] truncate text-quiet text-xs">{item.detail}</span>}
    </div>
  )
}

/** The text once the user has stopped typing for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
