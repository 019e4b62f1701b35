// The control that chooses days and comparison. Everything it does is a change of the URL.
// Knows no metric and no service.

export { PeriodControl } from './period-control.tsx'
