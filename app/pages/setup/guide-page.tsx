import type { GuideView, SetupFinding } from '@tillsight/domain'
import { href, Link } from 'react-router'
import { buttonClass, PlatformIcon } from '../../ui/index.ts'
import { CheckCard } from './check-card.tsx'
import { PermissionsCard } from './permissions-card.tsx'
import { WayCard } from './way-card.tsx'

interface GuidePageProps {
  readonly domain: string
  readonly guide: GuideView
  readonly findings: readonly SetupFinding[] | undefined
  readonly values: Readonly<Record<string, string>>
}

/** Which way to take into a platform, what to enter where, and what is still wrong. */
export function GuidePage({ domain, guide, findings, values }: GuidePageProps) {
  const { label, connector, connected } = guide
  const way = guide.ways.find(({ id }) => id === guide.way)
  const here = href('/shop/:domain/setup/guide/:platform', { domain, platform: connector })
  return (
    <main className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <header className="mb-6">
        <h1 className="flex items-center gap-2.5 font-semibold text-2xl tracking-tight">
          <PlatformIcon className="size-6" label={label} name={connector} />
          How to set up {label}
        </h1>
        <p className="mt-1 max-w-prose text-pretty text-soft">
          {connected === null
            ? 'Which way to take, what to enter where, and a check that says what is still wrong.'
            : `${connected} is connected. The check says whether anything is wrong with that.`}
        </p>
      </header>
      {guide.ways.length > 1 && <WayLinks guide={guide} here={here} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="lg:order-2">
          <CheckCard findings={findings} guide={guide} values={values} />
        </div>
        <div className="grid grid-cols-1 gap-4">
          {way && <WayCard label={label} way={way} />}
          <PermissionsCard permissions={guide.permissions} />
          <p className="flex flex-wrap gap-2">
            <Link className={buttonClass()} to={href('/shop/:domain/integrations', { domain })}>
              {connected === null ? `Connect ${label}` : 'All connections'}
            </Link>
            <Link className={buttonClass('quiet')} to={href('/shop/:domain/setup/integrations', { domain })}>
              Everything that can be connected
            </Link>
          </p>
        </div>
      </div>
    </main>
  )
}

function WayLinks({ guide, here }: { readonly guide: GuideView; readonly here: string }) {
  return (
    <nav aria-label="Ways in" className="mb-4">
      <ul className="grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
        {guide.ways.map(({ id, title }) => (
          <li key={id}>
            <Link
              aria-current={id === guide.way ? 'page' : undefined}
              className="flex h-full items-center rounded-lg border border-line bg-surface px-3.5 py-2.5 font-medium text-[13px] text-soft hover:bg-hover hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
              preventScrollReset
              to={`${here}?way=${id}`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
