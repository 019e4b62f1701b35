import { AppError } from '@tillsight/core'
import type { RunVerb, ShopVerbs, VerbInput } from '@tillsight/domain'
import { sayServer } from '../../language/server-words.server.ts'
import { formText } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { OwnFigure } from './model.ts'
import { boardWords } from './words.server.ts'

type Typed = VerbInput<ShopVerbs['own_metric.create']>

/** The own figures of the shop, and the names that a formula can have. */
export async function loadFigures(services: ShopServices, opened: string | null) {
  const { run, shop, may } = services
  const words = boardWords[shop.display.language]
  const { items } = await run('own_metric.list')
  const figures: OwnFigure[] = items.map((item) => ({
    ...item,
    problem: item.problem === null ? null : sayServer(item.problem, shop.display.language),
    unitText: words[item.unit],
  }))
  return {
    figures,
    opened: figures.find(({ id }) => id === opened) ?? null,
    names: [
      ...figures.map(({ key, name }) => ({ value: key, label: name })),
      ...services.catalogue().metrics.map(({ key, label }) => ({ value: key, label })),
    ],
    mayChange: may.shareDashboards,
    words,
  }
}

/** Carries out a form of the page. Throws what the verbs throw. */
export async function changeFigures(run: RunVerb<ShopVerbs>, form: FormData): Promise<void> {
  const ownMetric = formText(form, 'figure')
  switch (formText(form, 'intent')) {
    case 'add':
      await run('own_metric.create', readTyped(form))
      return
    case 'save':
      await run('own_metric.change', { ownMetric, ...readTyped(form) })
      return
    case 'remove':
      await run('own_metric.remove', { ownMetric })
      return
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

function readTyped(form: FormData): Typed {
  return {
    name: formText(form, 'name'),
    unit: formText<Typed['unit']>(form, 'unit'),
    better: formText<NonNullable<Typed['better']>>(form, 'better'),
    formula: formText(form, 'formula'),
  }
}
