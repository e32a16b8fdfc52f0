import { RichText } from '#app/components/ui/rich-text.tsx'
import type { Block } from '#app/lib/rich-text.ts'
import type { GuideChapter, GuidePart } from './guide.server.ts'

const PICTURES = import.meta.glob<string>('../../../../../docs/dealer-guide/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})
/** As made by scripts/guide-pictures.mjs. */
const PICTURE_SIZE = { width: 1280, height: 800 }

const findPicture = (file: string) =>
  Object.entries(PICTURES).find(([path]) => path.endsWith(`/dealer-guide/${file}`))?.[1]

interface GuideProps {
  intro: Block[]
  chapters: GuideChapter[]
}

/** The dealer's guide with its contents. */
export function Guide({ intro, chapters }: GuideProps) {
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,46rem)_minmax(0,1fr)] xl:gap-14">
      <div className="min-w-0">
        <div className="prose-text mb-10">
          <RichText blocks={intro} />
        </div>
        {chapters.map(({ id, title, parts }) => (
          <section key={id} aria-labelledby={id} className="prose-text mb-12 max-w-none">
            <h2 id={id} className="mt-0! scroll-mt-20">
              {title}
            </h2>
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
              <Part key={index} {...part} />
            ))}
          </section>
        ))}
      </div>
      <nav aria-label="On this page" className="max-xl:order-first xl:sticky xl:top-8 xl:self-start">
        <ol className="flex flex-wrap gap-x-6 text-sm xl:grid xl:border-hairline xl:border-l">
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-9 items-center text-quiet underline-offset-4 hover:text-ink hover:underline xl:pl-4"
              >
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  )
}

function Part(part: GuidePart) {
  if (part.kind === 'text') return <RichText blocks={part.blocks} />
  if (part.kind === 'code') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll long lines
      <pre tabIndex={0} className="my-5 overflow-x-auto border border-hairline bg-sunken p-4 text-sm">
        <code>{part.text}</code>
      </pre>
    )
  }
  return (
    <img
      src={findPicture(part.file)}
      alt={part.alt}
      {...PICTURE_SIZE}
      loading="lazy"
      className="my-6 h-auto w-full border border-hairline"
    />
  )
}
