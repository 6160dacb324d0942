/** Which way a heading sorts, beside its text; what is read aloud is the heading's `aria-sort`. */
export function SortMark({ order }: { order: 'ascending' | 'descending' | null }) {
  return (
    <svg className="il-sort-mark" viewBox="0 0 1024 1740" aria-hidden="true" focusable="false">
      <path
        data-on={order === 'ascending'}
        d="M858.9 689 530.5 308.2c-9.4-10.9-27.5-10.9-37 0L165.1 689c-12.2 14.2-1.2 35 18.5 35h656.8c19.7 0 30.7-20.8 18.5-35z"
      />
      <path
        data-on={order === 'descending'}
        d="M840.4 1016H183.6c-19.7 0-30.7 20.8-18.5 35l328.5 380.8c9.4 10.9 27.5 10.9 37 0L858.9 1051c12.2-14.2 1.2-35-18.5-35z"
      />
    </svg>
  )
}
