/** Classes of a menu and its submenus. */
export const menuBox =
  'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-xl border border-line bg-raised p-1.5 shadow-raised outline-none'

/** Classes of a menu entry. */
export const itemLook =
  'touch-target flex h-8 w-full cursor-default items-center gap-2 rounded-lg px-2.5 text-start outline-none data-disabled:opacity-40 data-highlighted:bg-hover'
