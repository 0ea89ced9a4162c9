import css from './sign-in.module.css'

type Props = { label: string; isPending: boolean; problem: string | null }

/** The button of a form, and the error of the whole form. */
export const Submit = ({ label, isPending, problem }: Props) => (
  <>
    <p role="alert" className={css.problem} hidden={problem === null}>
      {problem}
    </p>
    <button type="submit" className={css.submit} aria-disabled={isPending}>
      {isPending ? <span className={css.spinner} aria-hidden="true" /> : null}
      {label}
    </button>
  </>
)
