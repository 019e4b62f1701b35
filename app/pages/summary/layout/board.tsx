import { type CSSProperties, type ReactNode, Suspense } from 'react'
import { href, Link } from 'react-router'
import { useText } from '../../../language/index.ts'
import { type Arrangement, isOpen, type SectionFrame } from '../arrange.ts'
import type { FreshnessModel, StoryLine, SummaryModel } from '../model.ts'
import { contentId, type WidgetFrame } from '../widget-frame.ts'
import { useArranging } from './arranging.tsx'
import { NotConnected } from './not-connected.tsx'
import { rest, Section } from './section.tsx'
import { Widget } from './widget.tsx'
import { WidgetGrid } from './widget-grid.tsx'

interface BoardProps {
  readonly arrangement: Arrangement
  readonly model: SummaryModel
  /** Notices about the figures, below the first answer. */
  readonly notices?: ReactNode
}

/** The pinned row, what changed, and the sections below it. */
export function Board({ arrangement, model, notices }: BoardProps) {
  const t = useText()
  const { summary, view } = useArranging()
  const { grid } = summary.layout
  const { sections, details } = setApart(arrangement, summary.channelOrder.length > 0)
  const draw = (frame: WidgetFrame, place: CSSProperties) => (
    <Widget frame={frame} key={frame.key} load={model.contents[contentId(frame)]} style={place} view={view} />
  )
  return (
    <>
      {arrangement.pinned.length > 0 && model.failure === undefined && (
        <section aria-labelledby="pinned-heading">
          <h2 className="sr-only" id="pinned-heading">
            {t('summary.pinned')}
          </h2>
          <WidgetGrid columns={grid} frames={arrangement.pinned} isPinned>
            {draw}
          </WidgetGrid>
        </section>
      )}
      <Story lines={model.story} />
      {notices}
      {/* Boundaries without anything to wait for: the sections come alive after the rest of the page, in a task of their own. */}
      {groupUnconnected(sections).map((group) =>
        'unconnected' in group ? (
          <NotConnected key={group.unconnected[0]?.id} sections={group.unconnected} />
        ) : (
          <Suspense key={group.section.id}>
            <Section
              claims={model.claims[group.section.id] ?? []}
              failure={model.failure}
              freshness={freshnessOf(group.section, model)}
              section={group.section}
            >
              <WidgetGrid columns={grid} frames={group.section.widgets}>
                {draw}
              </WidgetGrid>
              {group.section.type === 'blended' && <SpendNote sections={arrangement.sections} />}
            </Section>
          </Suspense>
        ),
      )}
      {details && model.failure === undefined && (
        <Suspense>
          <section aria-labelledby="section-details" className={rest} data-channel="">
            <h2 className="mb-2.5 font-semibold text-[15px]" id="section-details">
              {t('summary.details', { name: details.name })}
            </h2>
            <WidgetGrid columns={grid} frames={details.widgets}>
              {draw}
            </WidgetGrid>
          </section>
        </Suspense>
      )}
    </>
  )
}

/**
 * Until somebody arranges the sections, the store's single figures come last: its chart leads, then what the ads did. Undefined
 * where the section stays whole.
 */
function setApart(
  { sections }: Arrangement,
  isArranged: boolean,
): { readonly sections: readonly SectionFrame[]; readonly details: SectionFrame | undefined } {
  const store = sections.find(({ type, isHidden, isCollapsed }) => type === 'store' && !isHidden && !isCollapsed)
  const from = store?.widgets.findIndex(({ kind }) => kind === 'number' || kind === 'goal') ?? -1
  if (!store || isArranged || from <= 0) return { sections, details: undefined }
  const lead = { ...store, widgets: store.widgets.slice(0, from) }
  return {
    sections: sections.map((section) => (section === store ? lead : section)),
    details: { ...store, widgets: store.widgets.slice(from) },
  }
}

type Group = { readonly section: SectionFrame } | { readonly unconnected: readonly SectionFrame[] }

/** Consecutive channels that are not connected are shown side by side. */
function groupUnconnected(sections: readonly SectionFrame[]): Group[] {
  const groups: Group[] = []
  for (const section of sections.filter(({ isHidden }) => !isHidden)) {
    const last = groups.at(-1)
    if (isOpen(section)) groups.push({ section })
    else if (last && 'unconnected' in last) groups[groups.length - 1] = { unconnected: [...last.unconnected, section] }
    else groups.push({ unconnected: [section] })
  }
  return groups
}

function freshnessOf(section: SectionFrame, model: SummaryModel): FreshnessModel | undefined {
  return model.freshness[section.id]
}

/** Explains what is missing without ad spend. */
function SpendNote({ sections }: Pick<Arrangement, 'sections'>) {
  const t = useText()
  const { view } = useArranging()
  if (sections.some(({ type, isConnected }) => type === 'ads' && isConnected)) return null
  return (
    <p className="mt-3 text-[13px] text-soft">
      {t('summary.spend_needed')}{' '}
      <Link
        className="text-accent underline underline-offset-3"
        to={href('/shop/:domain/tracking', { domain: view.shop.domain })}
      >
        {t('summary.ad_accounts')}
      </Link>
    </p>
  )
}

/** What changed and why, in sentences; each leads to what is behind it. */
function Story({ lines }: { readonly lines: readonly StoryLine[] }) {
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
