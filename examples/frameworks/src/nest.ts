import 'reflect-metadata';
import { Inject, Injectable, Module } from '@nestjs/common';
import { Mailrig } from 'mailrig';

@Injectable()
export class SignUpService {
  readonly #mail: Mailrig;

  constructor(@Inject(Mailrig) mail: Mailrig) {
    this.#mail = mail;
  }

  async signUp(email: string): Promise<void> {
    await this.#mail.emails.send({
      from: 'hello@example.com',
      to: email,
      subject: 'Confirm your address',
      text: 'Your code is 493017.',
    });
  }
}

@Module({
  providers: [SignUpService, { provide: Mailrig, useFactory: () => new Mailrig() }],
  exports: [SignUpService],
})
export class SignUpModule {}
