import { Link } from 'react-router'
import { Download, ExternalLink } from '../../icons.ts'
import { Badge, buttonClass, Card, DataTable, Notice } from '../../ui/index.ts'
import { tagStates } from './audit-words.ts'
import type { AuditLine, AuditModel } from './load-audit.server.ts'
import { useWords } from './words.ts'

interface AuditCardProps {
  readonly audit: AuditModel
  /** The platform's name. */
  readonly name: string
}

/** All ads that are active or had spend, with problems of their tags; by spend, descending. */
export function AuditCard({ audit, name }: AuditCardProps) {
  const { counts, fileTo, lines, shown, since, unseen, visits } = audit
  const t = useWords()
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card aria-labelledby="audit-heading" className="scroll-mt-16" id="ads">
      <div className="p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold text-[15px]" id="audit-heading">
            {t('audit.title')}
          </h2>
          <a className={buttonClass('secondary', 'small')} download href={fileTo} title={t('audit.file')}>
            <Download aria-hidden className="size-3.5" /> CSV
          </a>
        </div>
        <p className="mt-1 max-w-prose text-pretty text-soft">{t('audit.about', { since, name })}</p>
        {visits && <p className="mt-2 max-w-prose text-pretty text-soft">{t('audit.visits', { ...visits })}</p>}
        {all === 0 ? (
          <div className="mt-4">
            <Notice severity="info">{t('audit.none', { name })}</Notice>
          </div>
        ) : (
          <nav aria-label={t('audit.states')} className="mt-4 flex flex-wrap gap-2">
            <StateLink isCurrent={shown === undefined} text={t('audit.all', { count: all })} to="" />
            {counts.map(({ state, count, spend }) => (
              <StateLink
                isCurrent={shown === state}
                key={state}
                text={`${t(tagStates[state].word)} ${count}${spend === '' ? '' : ` · ${spend}`}`}
                to={`ads=${state}`}
              />
            ))}
          </nav>
        )}
      </div>
      {lines.length > 0 && (
        <DataTable
          caption={t('audit.caption')}
          columns={[
            { key: 'state', label: t('audit.tags'), isText: true },
            { key: 'spend', label: t('audit.spend') },
          ]}
          labelHeader={{ label: t('audit.ad') }}
          rows={lines.map((line) => ({
            key: line.key,
            label: <Ad line={line} />,
            cells: [<Verdict key="state" line={line} />, line.spend],
          }))}
        />
      )}
      {unseen > 0 && (
        <p className="border-line border-t px-4 py-3 text-[13px] text-soft sm:px-5">
          {t('audit.unseen', { count: unseen })}
        </p>
      )}
    </Card>
  )
}

function StateLink({
  to,
  text,
  isCurrent,
}: {
  readonly to: string
  readonly text: string
  readonly isCurrent: boolean
}) {
  return (
    <Link
      aria-current={isCurrent ? 'true' : undefined}
      className={`touch-target inline-flex items-center rounded-md border border-line px-2.5 py-1 text-[13px] ${isCurrent ? 'bg-hover font-medium' : 'text-soft hover:bg-hover'}`}
      preventScrollReset
      to={{ search: to, hash: 'ads' }}
    >
      {text}
    </Link>
  )
}

function Ad({ line: { name, place, managerUrl } }: { readonly line: AuditLine }) {
  const t = useWords()
  return (
    <>
      {managerUrl === null ? (
        <bdi>{name}</bdi>
      ) : (
        <a
          className="inline-flex items-center gap-1 hover:underline"
          href={managerUrl}
          rel="noreferrer"
          target="_blank"
          title={t('audit.open')}
        >
          <bdi>{name}</bdi> <ExternalLink aria-hidden className="size-3 text-faint" />
        </a>
      )}
      <span className="block text-faint text-xs">
        <bdi>{place}</bdi>
      </span>
    </>
  )
}

function Verdict({ line: { state, problems, tags } }: { readonly line: AuditLine }) {
  const t = useWords()
  const { word, tone } = tagStates[state]
  return (
    <span className="block max-w-xl whitespace-normal sm:min-w-56">
      <Badge tone={tone}>{t(word)}</Badge>
      {problems.map((problem) => (
        <span className="mt-1 block break-words text-soft" key={problem}>
          {problem}
        </span>
      ))}
      {state !== 'tagged' && tags !== '' && (
        <code className="mt-1 block break-all text-faint text-xs" dir="ltr">
          {tags}
        </code>
      )}
    </span>
  )
}
