import * as styles from './line-map.module.css'

const lines = [
  {
    hue: 'mint',
    path: 'M-60 132H118a44 44 0 0 1 31 13l92 92a44 44 0 0 0 31 13h148a44 44 0 0 1 31 13l70 70a44 44 0 0 0 31 13h160',
  },
  { hue: 'sand', path: 'M18 132v214a44 44 0 0 0 13 31l60 60a44 44 0 0 0 31 13h260a44 44 0 0 0 31-13l260-260' },
  { hue: 'sky', path: 'M-60 318h170a44 44 0 0 0 31-13l110-110a44 44 0 0 0 13-31V-60' },
  {
    hue: 'amber',
    path: 'M420 -60v174a44 44 0 0 1-13 31l-86 86a44 44 0 0 0-13 31v120a44 44 0 0 0 13 31l76 76a44 44 0 0 1 13 31v260',
  },
] as const

type Point = readonly [x: number, y: number]
const stops: Point[] = [
  [18, 230],
  [18, 318],
  [200, 450],
  [80, 132],
  [178, 174],
  [370, 250],
  [60, 318],
  [264, 84],
  [420, 52],
  [308, 330],
  [410, 560],
  [470, 380],
]
const junctions: Point[] = [
  [18, 132],
  [225, 221],
  [308, 250],
  [358, 450],
  [519, 331],
]

/** The intercity map of the brand: four lines, their stops, and where one changes. Decoration only. */
export function LineMap() {
  return (
    <svg className={styles.map} viewBox="0 0 600 730" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {lines.map(({ hue, path }) => (
        <path key={hue} className={`${styles.line} ${styles[hue]}`} d={path} pathLength={1} />
      ))}
      {stops.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={styles.stop} cx={x} cy={y} r="6" />
      ))}
      {junctions.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={styles.junction} cx={x} cy={y} r="11" />
      ))}
      <circle className={styles.here} cx="308" cy="250" r="5" />
    </svg>
  )
}
