// All shops of an organisation side by side and together, in one currency: figures, how the data stand, what is to do.
// Knows no single shop's pages beyond their addresses, and no period control.
export { CurrencyChoice } from './currency-choice.tsx'
export { HubRowCard, HubRowSkeleton } from './row-card.tsx'
export { TodoList, TodoSkeleton } from './todo-list.tsx'
export { TotalCard, TotalSkeleton } from './total-card.tsx'
