import { catalogueIn } from '../../blocks/shop/metric-names.server.ts'
import type { Language } from '../../language/index.ts'
import type { ShopServices } from '../../services.ts'
import type { CommandData } from './model.ts'

/** Figures and views of a shop for the command menu. */
export async function loadCommand(services: ShopServices, language: Language): Promise<CommandData> {
  const views = await services.run('view.list')
  return {
    metrics: catalogueIn(services.catalogue(), language).metrics.map(({ key, label }) => ({ key, label })),
    views: views.map(({ id, name, page, search }) => ({ id, name, page, search })),
  }
}
