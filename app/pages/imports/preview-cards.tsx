import { Form, useNavigation } from 'react-router'
import { Badge, Button, Card, DataTable, Notice } from '../../ui/index.ts'
import type { ImportModel, PreviewModel } from './model.ts'
import { useWords } from './words.ts'

/** Summary of the preview, with the import button. */
export function StartCard({ preview, page }: { readonly preview: PreviewModel; readonly page: ImportModel }) {
  const t = useWords()
  const intent = useNavigation().formData?.get('intent')
  return (
    <Card aria-labelledby="start-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="start-heading">
        {t(preview.hasOrders ? 'start.ready' : 'start.nothing')}
      </h2>
      <ul className="mt-1 mb-4 max-w-prose text-pretty text-soft">
        {preview.summary.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {page.problems.count > 0 && <li>{t('start.problems', { problems: page.problems.title })}</li>}
      </ul>
      {!preview.hasOrders && <Notice severity="warning">{t('start.noneText')}</Notice>}
      <Form className="mt-1 flex flex-wrap gap-2" method="post">
        {preview.hasOrders && (
          <Button isBusy={intent === 'start'} kind="primary" name="intent" type="submit" value="start">
            {t('start.import', { count: preview.orders })}
          </Button>
        )}
        <Button isBusy={intent === 'discard'} kind="quiet" name="intent" type="submit" value="discard">
          {t('outcome.discard')}
        </Button>
      </Form>
    </Card>
  )
}

/** The first orders of the preview. */
export function FirstOrders({ preview, currency }: { readonly preview: PreviewModel; readonly currency: string }) {
  const t = useWords()
  return (
    <Card>
      <header className="px-4 py-3 sm:px-5">
        <h2 className="font-semibold text-[15px]">{t('first.title')}</h2>
        <p className="mt-0.5 text-[13px] text-faint">{t('first.note', { currency })}</p>
      </header>
      <DataTable
        caption={t('first.caption')}
        columns={[
          { key: 'placed', label: t('first.placed'), isText: true },
          { key: 'gross', label: t('first.products') },
          { key: 'discounts', label: t('first.discounts') },
          { key: 'shipping', label: t('first.shipping') },
          { key: 'tax', label: t('first.tax') },
          { key: 'total', label: t('first.total'), hint: t('first.withTax') },
          { key: 'returns', label: t('first.refunded'), hint: t('first.withTax') },
        ]}
        labelHeader={{ label: t('first.order') }}
        rows={preview.first.map(({ key, name, placed, amounts, note }) => ({
          key,
          label: (
            <span className="break-words">
              {name}
              {note && (
                <span className="block">
                  <Badge>{t('first.excluded', { reason: note })}</Badge>
                </span>
              )}
            </span>
          ),
          cells: [placed, ...amounts],
        }))}
      />
    </Card>
  )
}

/** Totals of the preview by month. */
export function Months({ preview, currency }: { readonly preview: PreviewModel; readonly currency: string }) {
  const t = useWords()
  return (
    <Card>
      <header className="px-4 py-3 sm:px-5">
        <h2 className="font-semibold text-[15px]">{t('months.title')}</h2>
        <p className="mt-0.5 text-[13px] text-faint">{t('months.note', { currency })}</p>
      </header>
      <DataTable
        caption={t('months.caption')}
        columns={[
          { key: 'orders', label: t('months.orders') },
          { key: 'sales', label: t('months.sales') },
          { key: 'returns', label: t('first.refunded') },
        ]}
        labelHeader={{ label: t('months.month') }}
        rows={preview.months}
      />
    </Card>
  )
}
