import clsx from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Input } from './field.tsx'

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <div className="relative">
      <Input className={clsx('pr-12', className)} {...rest} type={visible ? 'text' : 'password'} />
      <button
        type="button"
        className="absolute inset-y-0 right-0 grid w-11 place-content-center text-quiet hover:text-ink"
        aria-label={visible ? 'Hide password' : 'Show password'}
        onClick={() => setVisible(!visible)}
      >
        <Icon aria-hidden className="size-5" strokeWidth={1.5} />
      </button>
    </div>
  )
}
