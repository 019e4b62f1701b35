import { queryAttribution } from './attribution-tool.ts'
import { explainChange } from './explain-change-tool.ts'
import { explainFigure } from './explain-figure-tool.ts'
import { findMetrics, queryMetrics } from './figure-tools.ts'
import { listNumberChanges, profitAndLoss } from './profit-tools.ts'
import { dataHealth, getOrder, listShops } from './shop-tools.ts'
import type { Tool } from './tool.ts'

/** Everything that an assistant can ask, in the order in which it is listed: always the same, so that it can be kept. */
export const tools: readonly Tool[] = [
  listShops,
  findMetrics,
  queryMetrics,
  explainFigure,
  explainChange,
  queryAttribution,
  getOrder,
  profitAndLoss,
  dataHealth,
  listNumberChanges,
]

/** The tool of a name. */
export function findTool(name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name)
}
