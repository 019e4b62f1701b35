import { Link } from 'react-router'
import { useText } from '../../../language/index.ts'
import type { StoryLine } from '../model.ts'

/** What changed and why, in sentences; each leads to what is behind it. */
export function Story({ lines }: { readonly lines: readonly StoryLine[] }) {
  const t = useText()
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="story-heading" className="grid gap-1 text-[15px] text-soft max-sm:-my-2">
      <h2 className="sr-only" id="story-heading">
        {t('summary.story')}
      </h2>
      {lines.map(({ text, link, to }) => (
        <p className="text-pretty" key={text}>
          {text}{' '}
          <Link
            aria-label={`${link} ${text}`}
            className="inline-block min-h-6 rounded text-accent underline-offset-3 hover:underline"
            preventScrollReset={to.startsWith('?')}
            to={to}
          >
            {link}
          </Link>
        </p>
      ))}
    </section>
  )
}
