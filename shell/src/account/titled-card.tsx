import { useId, type ReactNode } from 'react'

/** A card that is a region of the page, named by its heading. */
export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="il-card" aria-labelledby={id}>
      <header className="il-card-header">
        <h2 id={id}>{title}</h2>
      </header>
      {children}
    </section>
  )
}
