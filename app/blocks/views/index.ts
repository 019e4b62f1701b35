// Saved views: a page's query with a name, each person's own. Knows what a query keeps, not what a page shows of it.
export { ViewsMenu } from './views-menu.tsx'
