const WIDE = [800, 1200, 1600, 2000]
const PORTRAIT = [480, 800, 1080]

interface HeroPictureProps {
  /** Which of the three banner pictures. */
  number: 1 | 2 | 3
  alt: string
  /** For the one that is seen first. */
  priority?: boolean
  className?: string
}

/** A banner picture: the wide one with room for words on its left, on an upright screen one with room below the car. */
export function HeroPicture({ number, alt, priority, className }: HeroPictureProps) {
  const srcSet = (shape: string, widths: number[], format: string) =>
    widths.map((width) => `/hero/hero-${number}${shape}-${width}.${format} ${width}w`).join(', ')
  return (
    <picture>
      {['avif', 'webp'].map((format) => (
        <source
          key={`portrait-${format}`}
          media="(max-aspect-ratio: 1/1)"
          type={`image/${format}`}
          srcSet={srcSet('-portrait', PORTRAIT, format)}
          sizes="100vw"
        />
      ))}
      <source type="image/avif" srcSet={srcSet('', WIDE, 'avif')} sizes="100vw" />
      <img
        className={className}
        src={`/hero/hero-${number}-1600.webp`}
        srcSet={srcSet('', WIDE, 'webp')}
        sizes="100vw"
        alt={alt}
        width={2000}
        height={800}
        decoding="async"
        fetchPriority={priority ? 'high' : 'low'}
        loading={priority ? 'eager' : 'lazy'}
      />
    </picture>
  )
}
