/** What stands where there are no figures, and what the page is limited to. */
export const states = {
  'empty.unconnected': 'No store connected yet',
  'empty.unconnected_hint':
    'Sales, orders and customers will be here. Connect the store of {domain} and the first figures appear within minutes.',
  'empty.connect': 'Connect your store',
  'empty.filtered': 'Nothing matches these filters',
  'empty.filtered_hint': 'There are no orders in this range that meet all of them.',
  'empty.clear': 'Clear the filters',
  'empty.importing': 'The first figures are on their way',
  'empty.importing_hint':
    'Newest orders come first. This page fills up while the rest of the history is still coming in.',
  'empty.no_orders': 'No orders in this range',
  'empty.no_orders_hint': 'Nothing was sold or given back on these days. A wider range may have something to show.',
  'empty.first_year': 'Show the first year of data',
  'empty.all_time': 'Show all time',
  'filter.list': 'Filters',
  'filter.turn': 'Turn this filter round',
  'filter.remove': 'Remove filter {name}',
  'filter.clear': 'Clear',
} as const
