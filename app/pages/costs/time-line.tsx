import { Form, href, Link } from 'react-router'
import { Badge, Button, Card, CardHeader, Scroller } from '../../ui/index.ts'
import { EntryForm, entryForm } from './entry-form.tsx'
import type { CostOutcome, TimeLineEntry, TimeLineModel } from './model.ts'
import { AskAgain, HiddenFields, Outcome, useSeen } from './outcome.tsx'
import { useWords } from './words.ts'

interface TimeLineProps {
  readonly line: TimeLineModel
  readonly outcome: CostOutcome | undefined
}

const removeForm = 'remove entry'

/** What a variant costs and has cost: every dated entry of it and its product, and a form for a further one. */
export function TimeLine({ line, outcome }: TimeLineProps) {
  const t = useWords()
  const seen = useSeen(line.latest, outcome)
  const added = outcome?.form === entryForm ? outcome : undefined
  return (
    <div className="grid grid-cols-1 gap-4 pt-4">
      <p>
        <Link
          className="rounded text-accent underline underline-offset-3"
          to={href('/shop/:domain/costs/goods', { domain: line.domain })}
        >
          {t('entry.all')}
        </Link>
      </p>
      <Card aria-labelledby="time-line">
        <CardHeader id="time-line" note={t('entry.rule', { sku: line.sku || t('goods.noSku') })} title={line.title} />
        <div className="grid grid-cols-1 gap-4 px-4 pt-3 pb-4 sm:px-5 sm:pb-5">
          {outcome?.form === removeForm && <Removal outcome={outcome} />}
          {line.entries.length === 0 ? (
            <p className="text-soft">{t('entry.none')}</p>
          ) : (
            <Entries line={line} seen={seen} />
          )}
        </div>
      </Card>
      {line.mayEnter && (
        <Card aria-labelledby="further-cost">
          <CardHeader id="further-cost" note={t('entry.addNote')} title={t('entry.add')} />
          <EntryForm key={added?.kind === 'saved' ? added.seen : entryForm} line={line} outcome={added} seen={seen} />
        </Card>
      )}
    </div>
  )
}

function Removal({ outcome }: { readonly outcome: CostOutcome }) {
  const t = useWords()
  if (outcome.kind === 'saved') return <Outcome outcome={outcome} />
  return <AskAgain again={t('form.delete')} outcome={outcome} />
}

interface EntriesProps {
  readonly line: TimeLineModel
  readonly seen: string | null
}

function Entries({ line, seen }: EntriesProps) {
  const t = useWords()
  const heads = [t('entry.valid'), t('entry.cost'), t('entry.scope'), t('entry.source'), t('form.note')]
  return (
    <Scroller label={t('entry.table', { title: line.title })}>
      <table aria-label={t('entry.table', { title: line.title })} className="cards w-full text-[13px]">
        <thead>
          <tr className="border-line border-b text-faint">
            {heads.map((head) => (
              <th className="py-2 pe-3 text-start font-medium" key={head} scope="col">
                {head}
              </th>
            ))}
            {line.mayEnter && (
              <th className="py-2" scope="col">
                <span className="sr-only">{t('form.delete')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {line.entries.map((entry) => (
            <tr className="border-line border-b last:border-0" key={entry.id}>
              <th className="py-2 pe-3 text-start font-normal" scope="row">
                {entry.from} {entry.isNow && <Badge tone="good">{t('entry.today')}</Badge>}
              </th>
              <td className="tabular py-2 pe-3" data-label={t('entry.cost')}>
                {entry.cost}
                {entry.about && <span className="block text-faint text-xs">{entry.about}</span>}
              </td>
              <td className="py-2 pe-3" data-label={t('entry.scope')}>
                {entry.scope}
              </td>
              <td className="py-2 pe-3 text-soft" data-label={t('entry.source')}>
                {entry.source}
              </td>
              <td className="py-2 pe-3 text-soft" data-label={t('form.note')}>
                {entry.note}
              </td>
              {line.mayEnter && (
                <td className="py-2 text-end">{entry.mayDelete && <RemoveEntry entry={entry} seen={seen} />}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function RemoveEntry({ entry, seen }: { readonly entry: TimeLineEntry; readonly seen: string | null }) {
  const t = useWords()
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields fields={{ form: removeForm, what: 'removeEntry', id: entry.id, seen }} />
      <Button
        aria-label={t('entry.deleteOf', { cost: entry.cost, from: entry.from, scope: entry.scope })}
        kind="quiet"
        name="intent"
        size="small"
        type="submit"
        value="save"
      >
        {t('form.delete')}
      </Button>
    </Form>
  )
}
