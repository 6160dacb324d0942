import { beforeEach, describe, expect, it, vi } from 'vitest'
import { familiesOf, type Families } from './families.ts'

type Drawn = (props: object) => unknown
let families: Families
beforeEach(() => {
  families = familiesOf((line) => ((props: object) => line.current(props)) as never)
})

const component = (text: string, hooks = 'one useState') => {
  const made: Drawn = () => text
  families.sign(made, hooks)
  return made
}
const take = (made: unknown) => {
  families.register('src/page.tsx Page', made)
  return made as Drawn
}
const draw = (type: Drawn) => families.stable(type)({})

describe('a component of a source', () => {
  it('stays the same to React while its hooks stay the same, and draws what the last build says', async () => {
    const first = take(component('first'))
    const proxy = families.stable(first)
    const listener = vi.fn()
    families.subscribe(listener)
    const second = take(component('second'))
    expect(families.stable(second)).toBe(proxy)
    expect([draw(first), draw(second)]).toEqual(['second', 'second'])
    await Promise.resolve()
    expect(listener).toHaveBeenCalledTimes(1)
    expect(families.generation()).toBe(1)
  })

  it('starts anew when it uses other hooks, or when a hook of the source that it uses does', () => {
    const first = families.stable(take(component('first')))
    const second = families.stable(take(component('second', 'two useState')))
    expect(second).not.toBe(first)

    const hooked = (key: string) => {
      const useOwn = () => 1
      families.sign(useOwn, key)
      const made: Drawn = () => key
      families.sign(made, 'useOwn', false, () => [useOwn])
      return made
    }
    const third = families.stable(take(hooked('a')))
    expect(families.stable(take(hooked('a')))).toBe(third)
    expect(families.stable(take(hooked('b')))).not.toBe(third)
  })

  it('of a build that is loading is not drawn before that is taken, and never when it is not', () => {
    const first = take(component('first'))
    families.begin()
    take(component('half'))
    expect(draw(first)).toBe('first')
    families.discard()
    expect(draw(first)).toBe('first')
    families.begin()
    take(component('whole'))
    families.commit()
    expect(draw(first)).toBe('whole')
  })

  it('that is new in a loading build is known at once', () => {
    families.begin()
    expect(draw(take(component('new')))).toBe('new')
  })

  it.each([
    [
      'a class',
      class Page {
        isReactComponent = true
        static {
          Object.assign(Page.prototype, { isReactComponent: {} })
        }
      },
    ],
    ['what is no function', { $$typeof: 'memo' }],
  ])('is left as it is when it is %s', (_, type) => {
    families.register('src/page.tsx Page', type)
    expect(families.stable(type)).toBe(type)
  })
})
