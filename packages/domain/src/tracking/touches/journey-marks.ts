// What tells journeys that touches are about to change: the one place where tracking knows of them.
export { markAllJourneys, markOrders, markVisitors } from '../../attribution/journeys/marks.ts'
