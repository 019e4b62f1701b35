import { Form, useNavigation } from 'react-router'
import { Badge, Button, Card, DataTable, Notice } from '../../ui/index.ts'
import type { ImportModel, PreviewModel } from './model.ts'

/** Summary of the preview, with the import button. */
export function StartCard({ preview, page }: { readonly preview: PreviewModel; readonly page: ImportModel }) {
  const intent = useNavigation().formData?.get('intent')
  return (
    <Card aria-labelledby="start-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="start-heading">
        {preview.hasOrders ? 'Ready to import' : 'Nothing to import'}
      </h2>
      <ul className="mt-1 mb-4 max-w-prose text-pretty text-soft">
        {preview.summary.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {page.problems.count > 0 && <li>{page.problems.title}, with the reason below.</li>}
      </ul>
      {!preview.hasOrders && (
        <Notice severity="warning">
          No order of the file is whole. Choose how the file is read, or mend it by what is listed below.
        </Notice>
      )}
      <Form className="mt-1 flex flex-wrap gap-2" method="post">
        {preview.hasOrders && (
          <Button isBusy={intent === 'start'} kind="primary" name="intent" type="submit" value="start">
            Import {preview.orders}
          </Button>
        )}
        <Button isBusy={intent === 'discard'} kind="quiet" name="intent" type="submit" value="discard">
          Discard the file
        </Button>
      </Form>
    </Card>
  )
}

/** The first orders of the preview. */
export function FirstOrders({ preview, currency }: { readonly preview: PreviewModel; readonly currency: string }) {
  return (
    <Card>
      <header className="px-4 py-3 sm:px-5">
        <h2 className="font-semibold text-[15px]">The first orders</h2>
        <p className="mt-0.5 text-[13px] text-faint">
          As they would be booked, in {currency}, without tax where not said.
        </p>
      </header>
      <DataTable
        caption="The first orders of the file"
        columns={[
          { key: 'placed', label: 'Placed', isText: true },
          { key: 'gross', label: 'Goods' },
          { key: 'discounts', label: 'Discounts' },
          { key: 'shipping', label: 'Shipping' },
          { key: 'tax', label: 'Tax' },
          { key: 'total', label: 'Total', hint: 'With tax' },
          { key: 'returns', label: 'Given back', hint: 'With tax' },
        ]}
        labelHeader={{ label: 'Order' }}
        rows={preview.first.map(({ key, name, placed, amounts, note }) => ({
          key,
          label: (
            <span className="break-words">
              {name}
              {note && (
                <span className="block">
                  <Badge>Not counted: {note}</Badge>
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
  return (
    <Card>
      <header className="px-4 py-3 sm:px-5">
        <h2 className="font-semibold text-[15px]">By month</h2>
        <p className="mt-0.5 text-[13px] text-faint">Everything that the file would bring, in {currency} with tax.</p>
      </header>
      <DataTable
        caption="What the file would bring, by month"
        columns={[
          { key: 'orders', label: 'Orders' },
          { key: 'sales', label: 'Sales' },
          { key: 'returns', label: 'Given back' },
        ]}
        labelHeader={{ label: 'Month' }}
        rows={preview.months}
      />
    </Card>
  )
}
