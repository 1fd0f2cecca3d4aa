// signup.go
package signup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

// SignUp sends a new user a code.
func SignUp(address string) error {
	email, err := json.Marshal(map[string]string{
		"from":    "hello@example.com",
		"to":      address,
		"subject": "Confirm your address",
		"text":    "Your code is 493017.",
	})
	if err != nil {
		return err
	}
	request, err := http.NewRequest("POST", os.Getenv("MAILRIG_BASE_URL")+"/api/v1/emails", bytes.NewReader(email))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("MAILRIG_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusCreated {
		return fmt.Errorf("the email was refused: %s", response.Status)
	}
	return nil
}
