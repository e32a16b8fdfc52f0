import { Search } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { Input } from '#app/components/ui/field.tsx'

interface SearchBoxProps {
  /** The id of the form that the search box belongs to. */
  form: string
  value: string
  onChange: (value: string) => void
}

export function SearchBox({ form, value, onChange }: SearchBoxProps) {
  return (
    <search className="area-search flex gap-2">
      <Input
        type="search"
        className="text-ellipsis max-md:placeholder:text-[0.875rem]"
        name="q"
        form={form}
        value={value}
        maxLength={100}
        aria-label="Search vehicles"
        placeholder="Search by make, model, or keyword..."
        enterKeyHint="search"
        autoComplete="off"
        onChange={({ target }) => {
          onChange(target.value)
          void import('#app/platform/search-suggestions.ts').then((module) => module.suggestFor(target))
        }}
      />
      <Button type="submit" form={form} size="icon" variant={value.trim() ? 'solid' : 'hairline'} aria-label="Find">
        <Search aria-hidden strokeWidth={1.5} />
      </Button>
    </search>
  )
}
