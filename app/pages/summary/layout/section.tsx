import { lazy, type ReactNode, Suspense } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import type { ClaimChoice } from '../../../blocks/claims/claim-choices.ts'
import { ChevronDown } from '../../../icons.ts'
import { useText } from '../../../language/index.ts'
import { Badge, Button, Card, orMissing, PlatformIcon } from '../../../ui/index.ts'
import { changeSection, type SectionFrame } from '../arrange.ts'
import type { FreshnessModel } from '../model.ts'
import { useArranging } from './arranging.tsx'

const ClaimsMenu = lazy(() =>
  orMissing(import('../../../blocks/claims/claims-menu.tsx').then((piece) => piece.ClaimsMenu)),
)

interface SectionProps {
  readonly section: SectionFrame
  readonly freshness: FreshnessModel | undefined
  /** Attribution settings for its reported conversions. */
  readonly claims: readonly ClaimChoice[]
  /** The query for figures failed. */
  readonly failure: string | undefined
  /** Its widgets. */
  readonly children: ReactNode
}

/** A channel with its widgets: collapsible, with its freshness, and failing independently. */
export function Section({ section, freshness, claims, failure, children }: SectionProps) {
  const t = useText()
  const { view } = useArranging()
  const { name, isCollapsed, widgets } = section
  return (
    <section aria-labelledby={headingId(section.id)} className={isCollapsed ? '' : rest} data-channel="">
      <header className="mb-2.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <FoldButton section={section} />
        {section.type !== 'blended' && <PlatformIcon label={name} name={section.id} />}
        <h2 className="font-semibold text-[15px]" id={headingId(section.id)}>
          {name}
        </h2>
        {freshness && <Freshness freshness={freshness} />}
        {claims.length > 0 && !isCollapsed && (
          <span className="ms-auto min-w-0">
            <Suspense>
              <ClaimsMenu
                choices={claims}
                elsewhere={href('/shop/:domain/campaigns', { domain: view.shop.domain })}
                state={view.state}
              />
            </Suspense>
          </span>
        )}
      </header>
      {isCollapsed ? (
        <p className="text-[13px] text-faint">{t('summary.folded.other', { count: widgets.length })}</p>
      ) : failure === undefined ? (
        <>
          {widgets.length === 0 && <p className="text-[13px] text-faint">{t('summary.empty_section')}</p>}
          {children}
        </>
      ) : (
        <Failed message={failure} name={name} />
      )}
    </section>
  )
}

/**
 * Off-screen sections are not rendered, but keep their height. The first one is visible at once: nothing below it may jump.
 */
export const rest =
  '[[data-channel]~&]:[contain-intrinsic-block-size:auto_24rem] [[data-channel]~&]:[content-visibility:auto]'

function headingId(section: string): string {
  return `section-${section}`
}

function FoldButton({ section: { id, name, isCollapsed } }: Pick<SectionProps, 'section'>) {
  const t = useText()
  const { change } = useArranging()
  return (
    <button
      aria-expanded={!isCollapsed}
      aria-label={t(isCollapsed ? 'summary.unfold' : 'summary.fold', { name })}
      className="-ms-1.5 grid size-7 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink noscript:hidden print:hidden"
      onClick={() => change(changeSection(id, { collapsed: !isCollapsed }))}
      type="button"
    >
      <ChevronDown
        aria-hidden
        className={`size-4 transition-transform ${isCollapsed ? '-rotate-90 rtl:rotate-90' : ''}`}
      />
    </button>
  )
}

function Freshness({ freshness }: { readonly freshness: FreshnessModel }) {
  const { text, title, since, late } = freshness
  return (
    <>
      {since && <Badge tone="warn">{since}</Badge>}
      {late.map(({ text: words, to }) => (
        <Link className="text-[13px] text-warn underline underline-offset-3" key={to} to={to}>
          {words}
        </Link>
      ))}
      {text && (
        <span className="text-[13px] text-faint" title={title}>
          {text}
        </span>
      )}
    </>
  )
}

function Failed({ name, message }: { readonly name: string; readonly message: string }) {
  const t = useText()
  const { revalidate, state } = useRevalidator()
  return (
    <Card className="grid place-items-center gap-2 p-10 text-center">
      <p className="font-medium">{t('summary.failed', { name })}</p>
      <p className="max-w-prose text-[13px] text-soft">{message}</p>
      <Button className="mt-2" isBusy={state === 'loading'} onClick={() => void revalidate()} type="button">
        {t('action.retry')}
      </Button>
    </Card>
  )
}
