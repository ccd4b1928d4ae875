'use client'

import Columns3 from 'lucide-react/icons/columns-3'
import { Menu } from '@/components/sessions/filters/menu'
import { ALL_COLUMNS, type ColumnId, DEFAULT_COLUMNS } from './columns'
import { RESET_COLUMNS } from './words'

type Props = { columns: readonly ColumnId[]; onColumns: (columns: readonly ColumnId[]) => void }

/** Which columns are visible. The choice is remembered. */
export function ColumnMenu({ columns, onColumns }: Props) {
  return (
    <div className="hidden md:ml-auto md:block">
      <Menu label="Columns" icon={<Columns3 size={14} strokeWidth={1.5} aria-hidden />} align="end">
        {() => (
          <>
            <ul>
              {ALL_COLUMNS.map(({ id, label }) => (
                <li key={id}>
                  <label className="menu-item">
                    <input
                      type="checkbox"
                      className="tick"
                      checked={columns.includes(id)}
                      onChange={({ target }) =>
                        onColumns(target.checked ? [...columns, id] : columns.filter((one) => one !== id))
                      }
                    />
                    {label}
                  </label>
                </li>
              ))}
            </ul>
            <button
              type="button"
              className="menu-item w-full border-t border-line text-text-2"
              onClick={() => onColumns(DEFAULT_COLUMNS)}
            >
              {RESET_COLUMNS}
            </button>
          </>
        )}
      </Menu>
    </div>
  )
}
