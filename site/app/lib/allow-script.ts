// A page's content security policy allows inline scripts by hash. Each component registers its scripts here while it
// renders. Hashes are never taken from finished HTML, where text from the data could look like a script.
import { Children, createContext, isValidElement, type ReactNode } from 'react'

export type AllowScript = (text: string) => void

/** Undefined in the browser and in development. */
export const AllowScriptContext = createContext<AllowScript | undefined>(undefined)

interface ScriptProps {
  children?: ReactNode
  dangerouslySetInnerHTML?: { __html: string }
}

/** Allows the inline scripts among a component's elements. Nested components are not searched. */
export function allowScriptsIn(elements: ReactNode, allow: AllowScript): void {
  Children.forEach(elements, (element) => {
    if (!isValidElement<ScriptProps>(element)) return
    const { children, dangerouslySetInnerHTML } = element.props
    if (element.type === 'script') dangerouslySetInnerHTML && allow(dangerouslySetInnerHTML.__html)
    else allowScriptsIn(children, allow)
  })
}
